// /api/sys/dic and /api/sys/dic/value
import { dic } from '@shuyuan/contract/sys/dic.ts'
import { dicValue } from '@shuyuan/contract/sys/dic/value.ts'
import { serve } from '../../kernel/endpoint.ts'
import { dicTree, listDic } from './dic.service.ts'

export default [...serve(dic, { list: listDic }), ...serve(dicValue, { tree: dicTree })]
