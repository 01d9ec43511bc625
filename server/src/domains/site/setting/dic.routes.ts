// /api/sys/dic and /api/sys/dic/value
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { deleteDics, deleteValues, dicCatalog, saveDic, saveValue, sortValue } from './dic-admin.service.ts'
import { dicTree, listDic } from './dic.service.ts'

export default [
  ...serve(dic, { list: listDic, tree: dicCatalog, save: saveDic, delete: deleteDics }),
  ...serve(dicValue, { tree: dicTree, save: saveValue, sort: sortValue, delete: deleteValues }),
]
