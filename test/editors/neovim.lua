-- Neovim's built-in client against our server: what a user of this editor gets, written as JSON to $ANSWERS.
local answers = {}
local patience = 120000

local client_id = assert(vim.lsp.start_client({
  name = "error-lookup",
  cmd = vim.json.decode(os.getenv("SERVER")),
  root_dir = vim.fn.getcwd(),
  get_language_id = function(_, filetype)
    return filetype
  end,
}))

local function open(name, filetype)
  vim.cmd("edit " .. name)
  vim.bo.filetype = filetype
  local buffer = vim.api.nvim_get_current_buf()
  assert(vim.lsp.buf_attach_client(buffer, client_id))
  local ready = vim.wait(patience, function()
    return vim.lsp.get_client_by_id(client_id).initialized == true
  end, 20)
  assert(ready, "the server did not initialize")
  return buffer
end

-- Puts the cursor on the first place of a text.
local function go_to(text)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. text, "cW") > 0, "no " .. text)
end

local function ask(buffer, method, params)
  local replies, failure = vim.lsp.buf_request_sync(buffer, method, params, patience)
  assert(replies, failure)
  local reply = assert(replies[client_id], "no reply to " .. method)
  assert(not reply.err, vim.inspect(reply.err))
  return reply.result
end

-- Text of the window that `K` opens.
local function float()
  vim.lsp.buf.hover()
  local window
  vim.wait(patience, function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(candidate).relative ~= "" then
        window = candidate
      end
    end
    return window ~= nil
  end, 20)
  assert(window, "no hover window")
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, "\n")
end

-- Code actions at a text of the open buffer.
local function actions_at(buffer, text)
  go_to(text)
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  return ask(buffer, "textDocument/codeAction", params) or {}
end

-- Text of the buffer after the first action with an edit.
local function apply_first(buffer, actions)
  for _, action in ipairs(actions) do
    if action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      break
    end
  end
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
end

local function run()
  local log = open("engine.log", "log")
  go_to("Unexpected frame")
  answers.hover = ask(log, "textDocument/hover", vim.lsp.util.make_position_params())
  answers.float = float()
  vim.wait(patience, function()
    return #vim.diagnostic.get(log) > 0
  end, 20)
  answers.diagnostics = vim.tbl_map(function(item)
    return { line = item.lnum, message = item.message, source = item.source }
  end, vim.diagnostic.get(log))

  local source = open("listener.py", "python")
  answers.actions = actions_at(source, 'raise HandshakeError(f"Error processing')
  answers.fixed = apply_first(source, answers.actions)

  local manifest = open("pod.yaml", "yaml")
  answers.manifest = apply_first(manifest, actions_at(manifest, '"13345"'))

  answers.withheld = actions_at(open("pasted.py", "python"), "raise HandshakeError")
end

local ok, failure = pcall(run)
if not ok then
  answers.failure = tostring(failure)
end
vim.fn.writefile({ vim.fn.json_encode(answers) }, os.getenv("ANSWERS"))
vim.lsp.stop_client(client_id)
vim.cmd("qall!")
