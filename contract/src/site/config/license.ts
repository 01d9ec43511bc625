// The licence of this installation.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice } from '../../kernel/field.ts'

export const LicenseFacts = z.object({
  /** whether this server requires a valid licence */
  required: z.boolean(),
  state: choice('授权状态', { valid: '有效', missing: '未授权', expired: '已过期', wrong: '授权无效' }),
  holder: z.string().meta({ title: '授权单位', control: 'text' }),
  /** the last day, yyyy-MM-dd */
  validUntil: z.string().meta({ title: '有效期至', control: 'text' }),
  /** maximum number of accounts; null: unlimited. Only for sys:license. */
  maxUsers: z.int().nullable().optional(),
  /** current number of accounts; only for sys:license */
  users: z.int().optional(),
})
export type LicenseFacts = z.infer<typeof LicenseFacts>

export const license = endpoints('sys/license', {
  detail: query({ title: '系统授权', permit: '-', input: z.object({}), output: LicenseFacts }),
})
