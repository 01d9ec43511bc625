// Messages to learners about a picture. A course has no invigilator who could admit them.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import type { FaceProblem } from '../../../providers/face/face.ts'
import { faceMessage } from '../../face/match.service.ts'

/** The message for a picture with this problem; `missing`: it did not arrive. */
export function courseFaceMessage(problem: FaceProblem | 'missing'): Message {
  if (problem === 'missing') return say('faceMissing')
  if (problem === 'unenrolled') return say('courseFaceNotStored')
  return problem === 'down' ? say('courseFaceNoAnswer') : faceMessage(problem)
}
