// Buying the training of a bank.
import * as z from '../kernel/z.ts'
import { endpoints } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'
import { buyInit } from '../pay/order/buy.ts'

export const repoBuy = endpoints('repo/buy', 'exam', { init: buyInit('购买题库', z.object({ repoId: id('题库') })) })
