// /api/integrate/tool, /api/integrate/tool-link, /api/integrate/tool-service
import { tool, toolLink, toolService } from '@shuyuan/contract/integrate/tool.ts'
import { serve } from '../../kernel/endpoint.ts'
import { listTools, pageLinks, pageResults, saveLink } from './tool-link.service.ts'
import { authorize, openTool, tryTool } from './tool-open.service.ts'
import { giveToken, takeScore } from './tool-score.service.ts'
import { deleteTools, pageTools, saveTool } from './tool.service.ts'

export default [
  ...serve(tool, { paging: pageTools, save: saveTool, delete: deleteTools }),
  ...serve(toolLink, { paging: pageLinks, tools: listTools, save: saveLink, results: pageResults, try: tryTool, open: openTool }),
  ...serve(toolService, { auth: authorize, token: giveToken, 'lineitem/scores': takeScore }),
]
