// /api/repo/buy; /api/repo/stat; /api/course/stop; /api/repo/train
import { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { serve } from '../../kernel/endpoint.ts'
import { buyRepo } from './buy.service.ts'
import { repoStat } from '@shuyuan/contract/train/stat.ts'
import { repoOverview, trainProgress } from './stat.service.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { answerQuestion, listSkipped, nextQuestion } from './stop.service.ts'
import { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import { checkAnswer, fillTrain } from './answer.service.ts'
import { startTrain } from './start.service.ts'
import { checkTrain, findTrain, finishTrain, storePosition, pageTrains, trainCard, trainQuestion, trainResult } from './train.service.ts'

export default [
  ...serve(repoBuy, { init: buyRepo }),
  ...serve(repoStat, { overview: repoOverview }),
  ...serve(courseStop, { next: nextQuestion, answer: answerQuestion, skipped: listSkipped }),
  ...serve(quCheck, { 'check-answer': checkAnswer }),
  ...serve(train, {
    start: startTrain,
    check: checkTrain,
    detail: findTrain,
    card: trainCard,
    'qu-detail': trainQuestion,
    fill: fillTrain,
    position: storePosition,
    finish: finishTrain,
    result: trainResult,
    progress: trainProgress,
    paging: pageTrains,
  }),
]
