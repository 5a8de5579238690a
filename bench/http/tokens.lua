-- Sends the tokens of the file $TOKENS in turn, from the one after $SENT: a server that is loaded again goes on where it was.
local tokens, requests, at = {}, {}, tonumber(os.getenv("SENT") or "0")
init = function()
  for token in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = token end
end
request = function()
  at = at + 1
  local turn = at % #tokens + 1
  local made = requests[turn]
  if not made then
    made = wrk.format("GET", nil, { ["Authorization"] = "Bearer " .. tokens[turn], ["Host"] = "127.0.0.1" })
    requests[turn] = made
  end
  return made
end
