#include "cgsd/detect/detect.hpp"

#include <utility>

#include "cgsd/detect/count_communities.hpp"

namespace cgsd {

Detection detect(const AttributedGraphView& input, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks) {
  check(options, input);
  Detection d;
  d.count = options.communities > 0 ? asked_for(options.communities) : count_communities(input, options, run);
  const std::int32_t c = d.count.communities;
  d.encoded = encode(input, options.encoder, c, run, std::move(hooks));
  d.rounded = round(input, d.encoded, c, options.rounding, run);
  return d;
}

}  // namespace cgsd
