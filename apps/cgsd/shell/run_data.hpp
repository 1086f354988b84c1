// The data of an earlier run, read again as it read them.
#pragma once

#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/run_record.hpp"

#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {

// Throws InvalidArgument if a file is gone or has changed since, or if the data came from standard input.
Dataset data_of(const RunRecord& record, const Session& session);

// The communities in communities.json of the run. Throws ParseError if they are not of as many nodes as the data have.
StoredCommunities communities_of(const RunRecord& record, const Dataset& data, const Session& session);

}  // namespace cgsd::app
