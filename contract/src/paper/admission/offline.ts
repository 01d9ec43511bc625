// Offline exams: scores are imported from a spreadsheet.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply, upload } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { ImportReply, importOptions } from '../../kernel/import.ts'

export const offline = endpoints('exam/offline', {
  import: upload({
    title: '导入线下成绩',
    permit: 'paper:update',
    slow: true,
    input: z.object({ examId: id('考试'), ...importOptions }),
    /** updated: candidates who already had a score */
    output: ImportReply,
  }),
  /** the wrong rows of the sheet with their faults, as base64 */
  'import-wrong': upload({
    title: '导出有误的成绩行',
    permit: 'paper:update',
    slow: true,
    input: z.object({ examId: id('考试') }),
    output: z.object({ name: z.string(), sheet: z.base64() }),
  }),
  'import-template': download({
    title: '线下成绩导入模板',
    permit: 'paper:update',
    input: z.object({}),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
