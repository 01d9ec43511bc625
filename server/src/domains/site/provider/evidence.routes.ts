import { evidence } from '@shuyuan/contract/site/provider/evidence.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { showPicture } from './evidence.service.ts'

export default serve(evidence, { picture: showPicture })
