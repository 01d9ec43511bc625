// Regions of the storage providers, from their documentation; the specification misspells the first code.
import type { SeedDictionary, SeedValue } from './base-dictionaries.ts'

const values = (pairs: Record<string, string>, of = (value: string) => value): SeedValue[] =>
  Object.entries(pairs).map(([value, title]) => ({ value: of(value), title }))

const aliyun = {
  'cn-hangzhou': '华东1（杭州）',
  'cn-shanghai': '华东2（上海）',
  'cn-nanjing': '华东5（南京）',
  'cn-fuzhou': '华东6（福州）',
  'cn-wuhan-lr': '华中1（武汉）',
  'cn-qingdao': '华北1（青岛）',
  'cn-beijing': '华北2（北京）',
  'cn-zhangjiakou': '华北3（张家口）',
  'cn-huhehaote': '华北5（呼和浩特）',
  'cn-wulanchabu': '华北6（乌兰察布）',
  'cn-shenzhen': '华南1（深圳）',
  'cn-heyuan': '华南2（河源）',
  'cn-guangzhou': '华南3（广州）',
  'cn-chengdu': '西南1（成都）',
  'cn-hongkong': '中国香港',
  'ap-southeast-1': '新加坡',
}
const qcloud = {
  'ap-beijing': '北京',
  'ap-nanjing': '南京',
  'ap-shanghai': '上海',
  'ap-guangzhou': '广州',
  'ap-chengdu': '成都',
  'ap-chongqing': '重庆',
  'ap-hongkong': '中国香港',
  'ap-singapore': '新加坡',
}
const qiniu = {
  z0: '华东-浙江',
  'cn-east-2': '华东-浙江2',
  z1: '华北-河北',
  z2: '华南-广东',
  na0: '北美-洛杉矶',
  as0: '亚太-新加坡',
}

export const storageDictionaries: SeedDictionary[] = [
  { dicCode: 'aliyun_upload_endpoins', title: '阿里云存储节点', values: values(aliyun, (region) => `oss-${region}.aliyuncs.com`) },
  { dicCode: 'qcloud_upload_endpoints', title: '腾讯云存储节点', values: values(qcloud) },
  { dicCode: 'qiniu_upload_areas', title: '七牛存储区域', values: values(qiniu) },
]
