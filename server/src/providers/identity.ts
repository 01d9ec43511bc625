// Whether a name, an identity number and a photo belong to one person: asked of a service that may know. This version has no adapter to one;
// a vendor's comes behind the same interface.
export type IdentityClaim = { realName: string; idCard: string; /** address of the photo */ face: string }
/** unknown: nobody could say, and a person has to look */
export type IdentityOpinion = {
  verdict: 'passed' | 'rejected' | 'unknown'
  /** shown to reviewers, and with a verdict to the person */ reason: string
}
/** May throw where the service fails. */
export type IdentityProvider = { verify: (claim: IdentityClaim) => Promise<IdentityOpinion> }

/** Knows nobody. */
export const noIdentity: IdentityProvider = {
  verify: () => Promise.resolve({ verdict: 'unknown', reason: '未配置支持实名核验的人脸服务，已转人工审核' }),
}
