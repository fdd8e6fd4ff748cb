/** Limits of the endpoint service that no setting changes, in milliseconds and bytes; others: EndpointsConfig. */
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
	deviceLoginMs: 30 * 60_000,
	otherGatewayMs: 400,
	managementBodyBytes: 256_000,
	remoteManagementPerSecond: 30,
	projectsPerAccount: 100,
	membersPerProject: 200,
	pendingInvitationsPerProject: 50,
	invitationsFromOneInviter: 5,
	invitationsReceived: 100,
	invitationMs: 7 * 86_400_000,
	applicationsPerProject: 100,
	keysPerApplication: 50,
	rotationOverlapMs: 24 * 3_600_000,
	allowEntries: 200,
	statisticsHours: 24 * 400,
} as const

/** What the connections of its listeners may take: a hosted service has more clients than a node, and bodies of several megabytes. */
export const listenerLimits = { connections: 4_000, unfinishedBytes: 64_000_000, unsentBytes: 64_000_000 } as const
