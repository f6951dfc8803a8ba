#include "perfect/searcher.h"

#include "perfect/serial_search_impl.h"

namespace dodona {

template class Search<Rules>;
template double Search<Rules>::expect(Position&, double, double, int, int, const SearchOutcome&);

}  // namespace dodona
