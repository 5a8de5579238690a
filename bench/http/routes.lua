-- Rotates over ROUTES routes in a scrambled order; the fields come from the command line.
local routes = tonumber(os.getenv("ROUTES"))
local requests = {}
local at = 0
init = function()
  for n = 0, routes - 1 do requests[n] = wrk.format("GET", "/r" .. (n * 377) % routes) end
end
request = function() at = (at + 1) % routes; return requests[at] end
