// Exams that require Safe Exam Browser: its configuration file.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'

export const seb = endpoints('exam/seb', 'exam', {
  /** public: Safe Exam Browser fetches it before the candidate signs in; it contains nothing of the exam */
  config: download({
    title: '安全浏览器配置文件',
    permit: '-',
    module: false,
    get: true,
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: z.object({ examId: id('考试') }),
    output: fileReply('application/seb'),
  }),
})
