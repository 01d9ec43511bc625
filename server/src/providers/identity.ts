// Verifies that a name, an identity number and a photo belong to one person. This version has no adapter to a service; one would have the same interface.
export type IdentityClaim = { realName: string; idCard: string; /** address of the photo */ face: string }
/** unknown: no verdict, a person must decide */
export type IdentityOpinion = {
  verdict: 'passed' | 'rejected' | 'unknown'
  /** shown to auditors, and with a verdict to the user */ reason: string
}
/** May throw when the service fails. */
export type IdentityProvider = { verify: (claim: IdentityClaim) => Promise<IdentityOpinion> }

/** Used without a service: every opinion is unknown. */
export const noIdentity: IdentityProvider = {
  verify: () => Promise.resolve({ verdict: 'unknown', reason: '未配置支持实名核验的人脸服务，已转人工审核' }),
}
