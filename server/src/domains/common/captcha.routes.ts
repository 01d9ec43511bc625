// /api/common/captcha
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { serve } from '../../kernel/endpoint.ts'
import { checkCaptcha, makeCaptcha } from './captcha.service.ts'

export default serve(captcha, { gen: makeCaptcha, check: checkCaptcha })
