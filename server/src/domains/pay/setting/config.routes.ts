// /api/pay/config
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { listPayConfig, notifyAddress, payConfigDetail, savePayConfig } from './config.service.ts'

export default serve(payConfig, { address: notifyAddress, list: listPayConfig, detail: payConfigDetail, save: savePayConfig })
