// Settings that an administrator can change at run time and that the kernel needs.
export type RuntimeSettings = {
  /** folder of files during their upload; '' for the system's temporary folder */
  tmpDir: string
  /** other hosts from which pages show pictures, sound, video and documents */
  mediaHosts: readonly string[]
  /** other hosts to which pages send files */
  sendHosts: readonly string[]
  /** other hosts to which pages send forms: payment services */
  payHosts: readonly string[]
}

export const initialRuntimeSettings = (): RuntimeSettings => ({ tmpDir: '', mediaHosts: [], sendHosts: [], payHosts: [] })

/**
 * The Content-Security-Policy of pages. Scripts are allowed from this server only.
 * @param frames the second host name of the site, which pages show in frames
 * @param runsWasm for the worker that follows faces
 */
export function contentPolicy(
  { mediaHosts, sendHosts, payHosts }: Pick<RuntimeSettings, 'mediaHosts' | 'sendHosts' | 'payHosts'>,
  { frames = [], runsWasm = false }: { frames?: readonly string[]; runsWasm?: boolean } = {},
): string {
  const adding = (sources: string, hosts: readonly string[]) => [sources, ...hosts].join(' ')
  return [
    "default-src 'self'",
    runsWasm ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    adding("img-src 'self' data: blob:", mediaHosts),
    "font-src 'self' data:",
    adding("media-src 'self' blob:", mediaHosts),
    // a PDF is shown in a frame
    adding("frame-src 'self'", [...mediaHosts, ...frames]),
    adding("connect-src 'self' ws: wss:", [...new Set([...mediaHosts, ...sendHosts])]),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    adding("form-action 'self'", payHosts),
    "frame-ancestors 'self'",
  ].join('; ')
}
