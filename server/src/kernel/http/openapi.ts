// The OpenAPI description, generated from the declarations of the endpoints.
import type { Endpoint, FileReply } from '@shuyuan/contract/kernel/endpoint.ts'
import * as z from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json
  return rest
}
const permitText = ({ permit }: Endpoint) =>
  permit === '-' ? '公开' : permit === 'any' ? '登录用户' : `权限：${typeof permit === 'string' ? permit : permit.join(' 或 ')}`

const takesApiToken = ({ permit, apiToken }: Endpoint) => apiToken ?? permit !== 'any'

/** The OpenAPI 3.1 document of these endpoints. */
export function describeApi(endpoints: Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints.toSorted((a, b) => a.path.localeCompare(b.path, 'en'))) {
    const post = operation(endpoint)
    paths[endpoint.path] = endpoint.get ? { get: asQuery(endpoint, post), post } : { post }
  }
  return {
    openapi: '3.1.0',
    info: { title: '书院 API', version: '1', description: '每个调用都以 HTTP 200 和 {code, msg, data} 应答；code 为 0 表示成功。' },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' }, apiToken: { type: 'http', scheme: 'bearer' } },
    },
    paths,
  }
}

const opaque = { '*/*': { schema: { type: 'string', format: 'binary' } } }

/** Body and answer have the other service's format. */
const callbackOf = ({ title }: Endpoint, domain: string): Json => ({
  tags: [domain],
  summary: title,
  description: '由外部系统调用，请求与应答采用对方的格式',
  requestBody: { content: opaque },
  responses: { default: { description: title, content: opaque } },
})

function operation(endpoint: Endpoint): Json {
  const [, , domain = ''] = endpoint.path.split('/')
  if (endpoint.kind === 'callback') return callbackOf(endpoint, domain)
  const input = schemaOf(endpoint.input)
  const multipart = endpoint.kind === 'upload'
  const fields = (input.properties ?? {}) as Json
  const body = multipart ? { ...input, properties: { ...fields, file: { type: 'string', format: 'binary' } } } : input
  return {
    tags: [domain],
    summary: endpoint.title,
    description: permitText(endpoint),
    ...(endpoint.permit === '-' ? {} : { security: takesApiToken(endpoint) ? [{ token: [] }, { apiToken: [] }] : [{ token: [] }] }),
    requestBody: { content: { [multipart ? 'multipart/form-data' : 'application/json']: { schema: body } } },
    responses: { 200: { description: endpoint.title, content: answerOf(endpoint) } },
  }
}

function answerOf(endpoint: Endpoint): Json {
  if (endpoint.kind === 'download') {
    const mediaType = ((endpoint.output as z.ZodType<FileReply>).meta()?.mediaType as string | undefined) ?? 'application/octet-stream'
    return { [mediaType]: { schema: { type: 'string', format: 'binary' } } }
  }
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: schemaOf(endpoint.output) },
    required: ['code', 'msg', 'data'],
  }
  return { 'application/json': { schema: envelope } }
}

function asQuery(endpoint: Endpoint, post: Json): Json {
  const { requestBody: _body, ...rest } = post
  const input = schemaOf(endpoint.input)
  const required = (input.required ?? []) as string[]
  const parameters = Object.entries((input.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return { ...rest, parameters }
}
