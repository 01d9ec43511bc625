// What a purchase answers: the id of the open order.
import * as z from '../../kernel/z.ts'
import { command } from '../../kernel/endpoint.ts'
import type { Label } from '../../kernel/labels.ts'

/** Declares `buy/init` of a kind of goods; a second call while the order is unpaid returns the same order. */
export const buyInit = <I extends z.ZodType>(title: Label, input: I) =>
  command({ title, permit: 'any', rate: { by: 'user', max: 120, seconds: 60 }, input, output: z.object({ orderId: z.string() }) })
