"""Normal-form games with sequential strategies: two decision processes, and utilities bilinear in their flows."""
