// How an invoice's state looks.
import type { invoiceState } from '@shuyuan/contract/pay/order-state.ts'
import type { Tone } from '../../kernel/Tag.tsx'

export const invoiceTone: Record<keyof typeof invoiceState, Tone> = { 0: 'plain', 1: 'info', 2: 'good' }
