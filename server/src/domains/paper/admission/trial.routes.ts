import { trial } from '@shuyuan/contract/paper/trial.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { drawTrial, markTrial, printTrial } from './trial.service.ts'

export default serve(trial, { draw: drawTrial, print: printTrial, mark: markTrial })
