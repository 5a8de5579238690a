-- Asks for as many routes as $ROUTES says by turns; sends a body of as many bytes as the field X-Bytes says.
local requests, at, count = {}, 0, tonumber(os.getenv("ROUTES") or "0")
init = function()
  local bytes = wrk.headers["x-bytes"]
  if bytes then
    requests[0] = wrk.format("POST", nil, nil, string.rep("x", tonumber(bytes)))
    count = 1
    return
  end
  for n = 0, count - 1 do
    -- Scrambled by a step that has no divisor in common with a power of ten.
    local route = (n * 377) % count
    local path = "/r" .. route
    if route % 2 == 1 then path = path .. "/" .. n end
    requests[n] = wrk.format("GET", path)
  end
end
request = function() at = (at + 1) % count; return requests[at] end
