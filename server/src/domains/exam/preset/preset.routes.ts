import { examPreset } from '@shuyuan/contract/exam/preset/preset.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deletePresets, listPresets, savePreset } from './preset.service.ts'

export default serve(examPreset, { list: listPresets, save: savePreset, delete: deletePresets })
