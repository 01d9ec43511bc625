// Signatures of storage providers, compared with examples published by them or their client libraries.
import { expect, test } from 'vitest'
import { signCos } from './sign-cos.ts'
import { presignOss, signOss } from './sign-oss.ts'
import { downloadUrl, uploadToken } from './sign-qiniu.ts'

test('OSS V4 with a security token, odd names and a query (test vector of the OSS libraries)', () => {
  const headers = { 'x-oss-head1': 'value', abc: 'value', ZAbc: 'value', XYZ: 'value', 'content-type': 'text/plain' }
  const query = { param1: 'value1', '+param1': 'value3', '|param1': 'value4', '+param2': '', '|param2': '', param2: '' }
  const signed = signOss(
    { accessKeyId: 'ak', accessKeySecret: 'sk', securityToken: 'token' },
    { method: 'PUT', bucket: 'bucket', key: '1234+-/123/1.txt', region: 'cn-hangzhou', headers, query },
    new Date(1_702_784_856_000),
  )
  expect(signed.authorization).toBe(
    'OSS4-HMAC-SHA256 Credential=ak/20231217/cn-hangzhou/oss/aliyun_v4_request,Signature=b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea',
  )
  expect(signed['x-oss-security-token']).toBe('token')
})

test('OSS V4 in an address (test vector of the OSS libraries)', () => {
  const headers = { 'x-oss-head1': 'value', abc: 'value', ZAbc: 'value', XYZ: 'value', 'content-type': 'application/octet-stream' }
  const query = { param1: 'value1', '+param1': 'value3', '|param1': 'value4', '+param2': '', '|param2': '', param2: '' }
  const signed = presignOss(
    { accessKeyId: 'ak', accessKeySecret: 'sk' },
    { method: 'PUT', bucket: 'bucket', key: '1234+-/123/1.txt', region: 'cn-hangzhou', headers, query },
    new Date(1_702_781_677_000),
    599,
  )
  expect(Object.fromEntries(new URLSearchParams(signed))).toMatchObject({
    'x-oss-date': '20231217T025437Z',
    'x-oss-expires': '599',
    'x-oss-credential': 'ak/20231217/cn-hangzhou/oss/aliyun_v4_request',
    'x-oss-signature': 'a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe',
  })
})

test('COS: the example of its documentation, an object put with headers', () => {
  const keys = { secretId: 'AKIDQjz3ltompVjBni5LitkWHFlFpwkn9U5q', secretKey: 'BQYIM75p8x0iWVFSIgqEKwFprpRSVHlz' }
  const request = {
    method: 'PUT',
    path: '/exampleobject(腾讯云)',
    headers: {
      Date: 'Thu, 16 May 2019 06:45:51 GMT',
      Host: 'examplebucket-1250000000.cos.ap-beijing.myqcloud.com',
      'Content-Type': 'text/plain',
      'Content-Length': '13',
      'Content-MD5': 'mQ/fVh815F3k6TAUm8m0eg==',
      'x-cos-acl': 'private',
      'x-cos-grant-read': 'uin="100000000011"',
    },
  }
  expect(signCos(keys, request, [1_557_989_151, 1_557_996_351])).toBe(
    'q-sign-algorithm=sha1&q-ak=AKIDQjz3ltompVjBni5LitkWHFlFpwkn9U5q&q-sign-time=1557989151;1557996351' +
      '&q-key-time=1557989151;1557996351&q-header-list=content-length;content-md5;content-type;date;host;x-cos-acl;x-cos-grant-read' +
      '&q-url-param-list=&q-signature=3b8851a11a569213c17ba8fa7dcf2abec6935172',
  )
})

test('COS: the example of its documentation, an object got with a query', () => {
  const keys = { secretId: 'AKIDQjz3ltompVjBni5LitkWHFlFpwkn9U5q', secretKey: 'BQYIM75p8x0iWVFSIgqEKwFprpRSVHlz' }
  const request = {
    method: 'GET',
    path: '/exampleobject(腾讯云)',
    headers: { Date: 'Thu, 16 May 2019 06:55:53 GMT', Host: 'examplebucket-1250000000.cos.ap-beijing.myqcloud.com' },
    query: { 'response-content-type': 'application/octet-stream', 'response-cache-control': 'max-age=600' },
  }
  expect(signCos(keys, request, [1_557_989_753, 1_557_996_953])).toMatch(/&q-signature=01681b8c9d798a678e43b685a9f1bba0f6c0e012$/)
})

test('Qiniu: the upload token of its documentation', () => {
  const policy = {
    scope: 'my-bucket:sunflower.jpg',
    deadline: 1_451_491_200,
    returnBody: '{"name":$(fname),"size":$(fsize),"w":$(imageInfo.width),"h":$(imageInfo.height),"hash":$(etag)}',
  }
  const keys = { accessKey: 'MY_ACCESS_KEY', secretKey: 'MY_SECRET_KEY' }
  const token = uploadToken(keys, policy)
  expect(token.startsWith('MY_ACCESS_KEY:wQ4ofysef1R7IKnrziqtomqyDvI=:eyJzY29wZSI6Im15LWJ1Y2tldDpzdW5mbG93ZXIuanBnIiw')).toBe(true)
  expect(downloadUrl(keys, 'http://78re52.com1.z0.glb.clouddn.com/resource/flower.jpg', 1_451_491_200)).toBe(
    'http://78re52.com1.z0.glb.clouddn.com/resource/flower.jpg?e=1451491200&token=MY_ACCESS_KEY:438dd8pXocjYuF-6dTcKMtETB2g=',
  )
})
