// /api/course/stop
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { serve } from '../../kernel/endpoint.ts'
import { answerQuestion, nextQuestion } from './stop.service.ts'

export default serve(courseStop, { next: nextQuestion, answer: answerQuestion })
