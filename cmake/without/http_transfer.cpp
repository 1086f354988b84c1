// In place of src/cgsd/io/store/http_transfer.cpp in a build with CGSD_DOWNLOADS=OFF: nothing is downloaded.
#include "cgsd/io/store/http_transfer.hpp"

#include "cgsd/core/error.hpp"

namespace cgsd {

TransferOutcome transfer(const TransferRequest& request, PartialFile& /*file*/, const RunContext& /*run*/) {
  throw IoError(request.url + ": this build downloads nothing");
}

}  // namespace cgsd
