// Rules of form that both sides check: learner.md §5, admin.md §5, *Shared rules*.
import * as z from 'zod'

export const mobile = z
  .string()
  .trim()
  .regex(/^1[3-9]\d{9}$/, '手机号码格式不正确!')
  .meta({ title: '手机号', control: 'text' })
