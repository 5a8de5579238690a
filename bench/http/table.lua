-- Rotates over the table of 1,000 routes in a fixed scrambled order, each once per 1,000 requests.
local requests = {}
local at = 0
init = function()
  for n = 0, 999 do
    local k = (n * 377) % 1000
    local folder, route = math.floor(k / 50), k % 50
    local path = "/api/g" .. folder .. "/r" .. route
    if route >= 40 then path = path .. "/" .. n end
    requests[n] = wrk.format("GET", path, { ["Authorization"] = "Bearer secret-token-0123456789abcdef", ["Host"] = "127.0.0.1" })
  end
end
request = function() at = (at + 1) % 1000; return requests[at] end
