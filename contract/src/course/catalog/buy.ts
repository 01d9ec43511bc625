// Buying a course.
import * as z from '../../kernel/z.ts'
import { endpoints } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { buyInit } from '../../pay/order/buy.ts'

export const courseBuy = endpoints('course/buy', 'course', { init: buyInit('购买课程', z.object({ courseId: id('课程') })) })
