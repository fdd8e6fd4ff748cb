import type { EndpointsConfig } from './EndpointsConfig.ts'

/**
 * Every limit of the endpoint service that no setting changes; those of `endpoints.json` are in EndpointsConfig. Times are in
 * milliseconds, sizes in bytes.
 */
export const limits = {
	passwordMinimum: 10,
	passwordMaximum: 256,
	triesWindowMs: 15 * 60_000,
	wrongPasswords: 10,
	wrongPasswordsAtAddress: 100,
	wrongPasswordsWhenSuspect: 3,
	takenSignUps: 20,
	loginClients: 20,
	sessionIdleMs: 7 * 86_400_000,
	sessionMs: 30 * 86_400_000,
	pendingDeviceLogins: 1_000,
	managementBodyBytes: 256_000,
	projectsPerAccount: 100,
	membersPerProject: 200,
	pendingInvitationsPerProject: 50,
	invitationMs: 7 * 86_400_000,
	applicationsPerProject: 100,
	keysPerApplication: 50,
	rotationOverlapMs: 24 * 3_600_000,
	allowEntries: 200,
	statisticsHours: 24 * 400,
} as const

/** What each limit holds, for the README's table. */
export const limitTexts: Readonly<Record<keyof typeof limits, string>> = {
	passwordMinimum: 'shortest password, in characters',
	passwordMaximum: 'longest password, in characters',
	triesWindowMs: 'wrong tries are counted together for this time, from the first one',
	wrongPasswords:
		'wrong passwords for an account from one address, or from one program that has logged in to it before',
	wrongPasswordsAtAddress: 'wrong passwords from one address, for all accounts, until the next limit holds there',
	wrongPasswordsWhenSuspect: 'wrong passwords for an account from such an address',
	takenSignUps: 'sign-ups from one address with e-mails that have an account',
	loginClients: 'programs an account remembers; the longest unused is forgotten',
	sessionIdleMs: 'a session ends after this time without use',
	sessionMs: 'a session ends after this time in any case',
	pendingDeviceLogins: 'logins at identity providers under way in one process',
	managementBodyBytes: 'body of a request to the management API',
	projectsPerAccount: 'projects an account owns',
	membersPerProject: 'members of a project, those who are invited included',
	pendingInvitationsPerProject: 'invitations of a project that nobody has answered',
	invitationMs: 'an invitation expires after this time',
	applicationsPerProject: 'applications of a project',
	keysPerApplication: 'API keys of an application that are not revoked',
	rotationOverlapMs: 'a rotated key works on for this time unless another is given',
	allowEntries: 'entries of one allowlist',
	statisticsHours: 'longest range of statistics, in hours',
}

/** The same for the limits that `endpoints.json` sets. */
export const configLimitTexts: Readonly<Record<keyof EndpointsConfig['limits'] | 'pruningWindow', string>> = {
	bodyBytes: 'body of a call',
	batchItems: 'calls in a batch',
	replyBytes: 'reply to a call or batch',
	callTimeoutMs: 'longest run of a call',
	pruningWindow: 'newest heights a `pruning` application answers',
}
