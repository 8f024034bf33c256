-- For wrk: each request is a new notification, of the visits in turn, as `notices.words` has them.
-- Arguments: a file whose first line is a body with @VISIT@, @WORD@, @STATUS@ and @NUMBER@, and whose other lines are
-- the numbers of shipments; how many were sent before; and "close" where each request has a connection of its own.

local numbers, sent = {}, 0
local parts = {}
local statuses = { "completada", "falso_flete" }

function init(arguments)
  local lines = io.lines(arguments[1])
  for text, name in lines():gmatch("([^@]*)@?(%u*)@?") do
    parts[#parts + 1] = text
    if name ~= "" then parts[#parts + 1] = { name } end
  end
  for number in lines do numbers[#numbers + 1] = number end
  sent = tonumber(arguments[2])
  wrk.headers["Connection"] = arguments[3] == "close" and "close" or nil
end

local function stamp(nth)
  local seconds = math.floor(nth / 1000)
  local clock = { 12 + math.floor(seconds / 3600), math.floor(seconds / 60) % 60, seconds % 60, nth % 1000 }
  return string.format("2026-06-15T%02d:%02d:%02d.%03d000", unpack(clock))
end

function request()
  local turn, place = math.floor(sent / #numbers), sent % #numbers
  local values = {
    VISIT = place + 1, WORD = stamp(sent), STATUS = statuses[turn % 2 + 1], NUMBER = numbers[place + 1],
  }
  sent = sent + 1
  local body = {}
  for _, part in ipairs(parts) do body[#body + 1] = type(part) == "table" and values[part[1]] or part end
  return wrk.format("POST", nil, nil, table.concat(body))
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '{"answered": %d, "seconds": %f, "failed": %d, "p50": %f, "p99": %f}\n',
    summary.requests, summary.duration / 1e6, failed, latency:percentile(50) / 1e6, latency:percentile(99) / 1e6
  ))
end
