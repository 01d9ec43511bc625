// Worker thread: compares all pairs of papers of an exam.
import { answerInThread } from '../../../kernel/in-thread.ts'
import { study, type Study } from './study.rules.ts'

answerInThread((world: Study) => study(world))
