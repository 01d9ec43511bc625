// Buying an exam.
import * as z from '../../kernel/z.ts'
import { endpoints } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { buyInit } from '../../pay/order/buy.ts'

export const examBuy = endpoints('exam/buy', 'exam', { init: buyInit('购买考试', z.object({ examId: id('考试') })) })
