// Which eigenvalues are wanted.
#pragma once

namespace cgsd {

enum class SpectrumEnd { largest_size, largest, smallest };

}  // namespace cgsd
