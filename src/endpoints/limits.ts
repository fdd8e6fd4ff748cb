/**
 * Every limit of the endpoint service that no setting changes; those of `endpoints.json` are in EndpointsConfig. Times are in
 * milliseconds, sizes in bytes.
 */
export const limits = {
	passwordMinimum: 10,
	passwordMaximum: 256,
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
