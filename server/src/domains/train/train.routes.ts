// /api/repo/train
import { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import { serve } from '../../kernel/endpoint.ts'
import { checkAnswer, fillTrain } from './answer.service.ts'
import { startTrain } from './start.service.ts'
import { trainProgress } from './stat.service.ts'
import { checkTrain, findTrain, finishTrain, storePosition, pageTrains, trainCard, trainQuestion, trainResult } from './train.service.ts'

export default [
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
