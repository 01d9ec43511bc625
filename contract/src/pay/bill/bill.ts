// The daily comparison with the payment services' books.
import * as z from '../../kernel/z.ts'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, moment, pageOf, paging } from '../../kernel/field.ts'
import { billState, payMethod } from '../order-state.ts'

/** ours: only in our books; theirs: only in theirs; amount: in both with other amounts; settled: was only in theirs and has been booked since */
export const diffKind = { ours: '对方没有', theirs: '我方没有', amount: '金额不同', settled: '已补记' } as const
/** Amounts in the smallest unit of the vendor's currency; refunds are negative. */
const Diff = z.object({ no: z.string(), kind: choice('差异', diffKind), ours: z.int(), theirs: z.int(), currency: z.string() })

export const payBill = endpoints('pay/bill', {
  paging: query({
    title: '对账',
    permit: 'pay:bill',
    input: paging({ channel: choice('支付方式', payMethod).optional(), billState: code('对账结果', billState).optional() }),
    output: pageOf(
      z.object({
        channel: z.string(),
        channel_dictText: z.string().meta({ title: '支付方式' }),
        day: z.string().meta({ title: '账单日' }),
        billState: code('对账结果', billState),
        billState_dictText: z.string().meta({ title: '对账结果' }),
        ours: z.int().meta({ title: '我方笔数' }),
        theirs: z.int().meta({ title: '对方笔数' }),
        currency: z.string().meta({ title: '币种' }),
        /** in the smallest unit of the currency, without amounts in other ones */
        sumOurs: z.int().meta({ title: '我方金额' }),
        sumTheirs: z.int().meta({ title: '对方金额' }),
        diffs: z.array(Diff),
        error: z.string().meta({ title: '失败原因' }),
        runTime: moment('对账时间'),
      }),
    ),
  }),
  /** compares a day again, for every enabled payment service */
  run: hot({
    title: '重新对账',
    permit: 'pay:bill',
    input: z.object({ day: z.iso.date().meta({ title: '账单日' }) }),
    output: z.literal(true),
  }),
})
