// /api/pay/config
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { listPayConfig, payConfigDetail, savePayConfig } from './config.service.ts'

export default serve(payConfig, { list: listPayConfig, detail: payConfigDetail, save: savePayConfig })
