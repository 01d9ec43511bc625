// The tag colour of an invoice state.
import { InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import type { Tone } from '../../../kernel/piece/Tag.tsx'

export const invoiceTone: Record<InvoiceState, Tone> = {
  [InvoiceState.none]: 'plain',
  [InvoiceState.processing]: 'info',
  [InvoiceState.done]: 'good',
}
