// /api/sys/api-token
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { addToken, deleteTokens, grantableTags, ownToken, pageTokens } from './api-token.service.ts'

export default serve(apiToken, { paging: pageTokens, tags: grantableTags, add: addToken, delete: deleteTokens, self: ownToken })
