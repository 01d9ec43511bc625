// /api/integrate/tool, /api/integrate/tool-link, /api/integrate/tool-service
import { tool, toolLink, toolService } from '@shuyuan/contract/integrate/tool.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { listTools, pageLinks, pageResults, saveLink } from './tool-link.service.ts'
import { takeChosen } from './tool-choice.service.ts'
import { authorize, chooseInTool, openTool, tryTool } from './tool-open.service.ts'
import { giveToken } from './tool-access.service.ts'
import { giveRoster } from './tool-roster.service.ts'
import { takeScore } from './tool-score.service.ts'
import { deleteTools, pageTools, saveTool } from './tool.service.ts'

export default [
  ...serve(tool, { paging: pageTools, save: saveTool, delete: deleteTools }),
  ...serve(toolLink, {
    paging: pageLinks,
    tools: listTools,
    save: saveLink,
    results: pageResults,
    try: tryTool,
    choose: chooseInTool,
    open: openTool,
  }),
  ...serve(toolService, { auth: authorize, token: giveToken, chosen: takeChosen, 'lineitem/scores': takeScore, memberships: giveRoster }),
]
