// API tokens: a program calls the back office's endpoints on behalf of the back-office user who made the token (docs/decisions/0117).
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'

/** The longest life of a token. */
export const API_TOKEN_DAYS = 366
/** The most addresses and ranges of a token. */
export const API_TOKEN_ADDRESSES = 20

const title = text('令牌名称', 60)
const tags = z
  .array(z.string().max(100), { error: encoded(sayKernel('unchosen', { label: '令牌权限' })) })
  .min(1, encoded(sayKernel('unchosen', { label: '令牌权限' })))
  .max(500)
  .meta({ title: '令牌权限', control: 'tags' })

const Row = z.object({
  id: id('接口令牌'),
  title,
  /** the first characters of the token */
  hint: z.string().meta({ title: '令牌' }),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  tags,
  /** from everywhere where it is empty */
  addresses: z.array(z.string()).meta({ title: '允许的地址' }),
  expireTime: moment('有效期至'),
  lastUsed: moment('最近使用').nullable(),
  lastIp: z.string().meta({ title: '最近使用的地址' }),
  createTime: moment('创建时间'),
})

const byPeople = { apiToken: false } as const

export const apiToken = endpoints('sys/api-token', {
  /** the tokens of users within the caller's data scope */
  paging: query({
    ...byPeople,
    title: '接口令牌',
    permit: 'sys:token:list',
    input: paging({ title: keyword('令牌名称') }),
    output: pageOf(Row),
  }),
  /** the caller's permissions, by the page they belong to */
  tags: query({
    ...byPeople,
    title: '令牌可用的权限',
    permit: 'sys:token:add',
    input: z.object({}),
    output: z.array(z.object({ tag: z.string(), title: z.string(), page: z.string() })),
  }),
  /** answers the token, which is not shown again */
  add: command({
    ...byPeople,
    title: '新建接口令牌',
    permit: 'sys:token:add',
    input: z.object({
      title,
      tags,
      /** addresses and ranges (`10.1.0.0/16`), one a line or divided by commas */
      addresses: optionalText('允许的地址', 1_000),
      expireTime: moment('有效期至'),
    }),
    output: z.object({ id: z.string(), token: z.string() }),
  }),
  /** the tokens end at once */
  delete: command({ ...byPeople, title: '撤销接口令牌', permit: 'sys:token:delete', input: ids('接口令牌'), output: z.literal(true) }),
  /** what the calling token may do; for programs */
  self: query({
    title: '当前接口令牌',
    permit: 'any',
    apiToken: true,
    input: z.object({}),
    output: z.object({ title, userName: z.string(), tags: z.array(z.string()), expireTime: moment('有效期至') }),
  }),
})
