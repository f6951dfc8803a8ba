#include "core/budget.h"

#include "core/errors.h"

namespace dodona {

void Budget::look_around() {
  work_ = 0;
  if (elapsed() > seconds) exceed("time");
  if (poll) poll();
  if (token.cancelled()) exceed("cancelled");
}

void Budget::exceed(const char* limit) { throw LimitReached(limit); }

}  // namespace dodona
