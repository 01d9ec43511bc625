// Signatures of S3: AWS's published examples, and the same requests signed by AWS's own client.
import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { presignS3, signS3 } from './sign-s3.ts'

// docs.aws.amazon.com, AmazonS3 API: "Authenticating Requests: Using Query Parameters" and "… Authorization Header"
const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', accessKeySecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const day = new Date('2013-05-24T00:00:00Z')

test('a signed address is that of the published example', () => {
  const address = 'https://examplebucket.s3.amazonaws.com/test.txt'
  const url = presignS3(keys, { method: 'GET', address, region: 'us-east-1' }, day, 86_400)
  expect(url).toBe(
    `${address}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request` +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

const KEY = "image/202611/17-9f86d081/a b+c'(1)!~课.png"
const bucket = 'school'

type Place = { endpoint: string; forcePathStyle: boolean; objects: string }
const places: Record<string, Place> = {
  'by path': { endpoint: 'https://minio.school.example:9000', forcePathStyle: true, objects: 'https://minio.school.example:9000/school/' },
  'by host': { endpoint: 'https://s3.cn-north-1.example', forcePathStyle: false, objects: 'https://school.s3.cn-north-1.example/' },
}
const region = 'cn-north-1'
const encoded = (key: string) =>
  key
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`))
    .join('/')

type Sent = {
  method: string
  path: string
  hostname: string
  port?: number
  query: Record<string, string>
  headers: Record<string, string>
}

/** AWS's client, which gives its request to `sent` instead of a network. */
function clientOf({ endpoint, forcePathStyle }: Place) {
  const sent: Sent[] = []
  const client = new S3Client({
    endpoint,
    forcePathStyle,
    region,
    credentials: { accessKeyId: keys.accessKeyId, secretAccessKey: keys.accessKeySecret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: async (request: Sent) => {
        sent.push(request)
        return { response: { statusCode: 200, headers: {}, body: Readable.from([]) } }
      },
    } as never,
  })
  return { client, sent }
}
const timeIn = (text: string) => new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

test.each(Object.keys(places))('the header of a written object is that of AWS’s client, %s', async (name) => {
  const place = places[name]!
  const { client, sent } = clientOf(place)
  // a stream is not read for its signature, as in our requests
  const body = Readable.from(['x'])
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: KEY, Body: body, ContentLength: 1, ContentType: 'image/png' }))
  const { headers, path, query } = sent[0]!
  expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD')
  const address = place.objects + encoded(KEY)
  expect(new URL(address).pathname).toBe(path)
  const names = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? []
  const own = names.filter((one) => one !== 'host' && one !== 'x-amz-date' && one !== 'x-amz-content-sha256')
  const given = Object.fromEntries(own.map((one) => [one, headers[one]!]))
  const signed = signS3(keys, { method: 'PUT', address, region, headers: given, query }, timeIn(headers['x-amz-date'] ?? ''))
  expect(signed['authorization']).toBe(headers['authorization'])
})

test.each(Object.keys(places))('signed addresses of an object and of a piece are those of AWS’s client, %s', async (name) => {
  const place = places[name]!
  const { client } = clientOf(place)
  const at = { Bucket: bucket, Key: KEY }
  const commands = {
    GET: new GetObjectCommand(at),
    PUT: new UploadPartCommand({ ...at, PartNumber: 7, UploadId: 'id+/= ~1' }),
  }
  for (const [method, command] of Object.entries(commands)) {
    const url = new URL(await getSignedUrl(client, command as GetObjectCommand, { expiresIn: 900, signingDate: day }))
    const added = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature)$/
    const query = Object.fromEntries([...url.searchParams].filter(([one]) => !added.test(one)))
    expect(Object.keys(query)).toContain('X-Amz-Content-Sha256')
    const own = new URL(presignS3(keys, { method, address: place.objects + encoded(KEY), region, query }, day, 900))
    expect([own.origin, own.pathname]).toEqual([url.origin, url.pathname])
    expect(Object.fromEntries(own.searchParams)).toEqual(Object.fromEntries(url.searchParams))
  }
})
