// /api/user/points
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageOwnPoints } from './points.service.ts'

export default serve(userPoints, { 'my-paging': pageOwnPoints })
