// Reads the audit log: caller, endpoint, address and changes.
import * as z from '../../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { id, keyword, moment, pageOf, paging } from '../../kernel/field.ts'

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const filters = {
  /** user name or real name */
  userName: keyword('操作人'),
  /** part of the path or of the endpoint's title */
  path: keyword('操作'),
  from: moment('开始时间').optional(),
  to: moment('结束时间').optional(),
}

export const LogRow = z.object({
  id: id('日志'),
  createTime: moment('时间'),
  userName: z.string().meta({ title: '账号', control: 'text' }),
  realName: z.string().meta({ title: '姓名', control: 'text' }),
  /** the API token with which the call was made; '' for a session */
  apiToken: z.string().meta({ title: '接口令牌', control: 'text' }),
  title: z.string().meta({ title: '操作', control: 'text' }),
  path: z.string().meta({ title: '接口', control: 'text' }),
  input: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().meta({ title: 'IP 地址', control: 'text' }),
  userAgent: z.string().meta({ title: '客户端', control: 'text' }),
})

export const log = endpoints('sys/log', {
  /** counts up to 10,000 rows; `capped`: there are more */
  paging: query({
    title: '操作日志',
    permit: 'sys:log:list',
    input: paging(filters),
    output: pageOf(LogRow).extend({ capped: z.boolean() }),
  }),
  export: download({
    title: '导出操作日志',
    permit: 'sys:log:list',
    input: z.object({ params: z.object(filters).partial().default({}) }),
    output: fileReply(sheet),
  }),
})
