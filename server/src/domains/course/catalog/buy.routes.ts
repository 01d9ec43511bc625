// /api/course/buy
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { buyCourse } from './buy.service.ts'

export default serve(courseBuy, { init: buyCourse })
