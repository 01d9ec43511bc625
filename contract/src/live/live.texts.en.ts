import type { Translated } from '../kernel/message.ts'
import type { liveTexts } from './live.texts.ts'

export const liveTextsEn: Translated<typeof liveTexts> = {
  liveCourseGone: 'The course does not exist',
  liveFixed: 'This cannot be changed once the broadcast has begun',
  liveLong: 'A broadcast lasts 12 hours at most',
  liveTeacherGone: 'The lecturer does not exist',
  liveServiceUnset: 'Set up and activate Alibaba Cloud Live in the live settings first',
  liveReplayLocal: 'The server makes the replay of its own broadcasts itself',
}
